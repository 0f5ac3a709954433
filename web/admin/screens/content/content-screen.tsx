import { Alert, Button } from 'antd'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import {
  AiEditor,
  CommunityEditor,
  EvaluationEditor,
  HomeEditor,
  ProductsEditor,
  type ScreenEditorProps,
  SelectionEditor,
  SubmitEditor,
} from '../document-editors.tsx'

const EDITORS: Record<DocumentKind, ComponentType<ScreenEditorProps>> = {
  home: HomeEditor,
  community: CommunityEditor,
  selection: SelectionEditor,
  products: ProductsEditor,
  ai: AiEditor,
  evaluation: EvaluationEditor,
  submit: SubmitEditor,
}

/** The editor of the document whose kind is in the URL. */
export function ContentScreen() {
  const { kind } = useParams()
  const documentKind = DOCUMENT_KINDS.find((candidate) => candidate === kind)
  if (!documentKind) return <UnknownDocument />
  const Editor = EDITORS[documentKind]
  return <Editor isTitleOwn />
}

const UnknownDocument = () => (
  <ScreenContent>
    <ScreenHeader title={ADMIN_SCREENS.content.title} />
    <Alert
      type="error"
      showIcon
      role="alert"
      title={ADMIN_MESSAGES.pageApiMissing}
      action={<Button href={`${ADMIN_PAGES.settings}?tab=pages`}>查看全部页面</Button>}
    />
  </ScreenContent>
)
