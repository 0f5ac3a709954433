import { Alert, Button } from 'antd'
import { type ComponentType, lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'
import { ScreenBody, ScreenHead } from '../../parts/screen-head.tsx'

const editor = (load: () => Promise<{ Screen: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Screen }))

const EDITORS: Record<DocumentKind, ComponentType> = {
  home: editor(() => import('../editors/home-editor.tsx')),
  community: editor(() => import('../editors/community-editor.tsx')),
  selection: editor(() => import('../editors/selection-editor.tsx')),
  products: editor(() => import('../editors/products-editor.tsx')),
  ai: editor(() => import('../editors/ai-editor.tsx')),
  evaluation: editor(() => import('../editors/evaluation-editor.tsx')),
  submit: editor(() => import('../editors/submit-editor.tsx')),
}

/** The editor of the document whose kind stands in the address (spec 3 §2.10). */
export function Screen() {
  const { kind } = useParams()
  const known = DOCUMENT_KINDS.find((each) => each === kind)
  if (!known) return <Unknown />
  const Editor = EDITORS[known]
  return (
    <Suspense>
      <Editor />
    </Suspense>
  )
}

const Unknown = () => (
  <ScreenBody>
    <ScreenHead title="页面内容" />
    <Alert
      type="error"
      showIcon
      role="alert"
      title={ADMIN_MESSAGES.pageApiMissing}
      action={<Button href={`${ADMIN_PAGES.settings}?tab=pages`}>查看全部页面</Button>}
    />
  </ScreenBody>
)
