import { Alert, Button } from 'antd'
import { type ComponentType, lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'
import { ScreenBody, ScreenHead } from '../../parts/screen-head.tsx'

const lazyEditor = (load: () => Promise<{ Screen: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Screen }))

const EDITORS: Record<DocumentKind, ComponentType> = {
  home: lazyEditor(() => import('../editors/home-editor.tsx')),
  community: lazyEditor(() => import('../editors/community-editor.tsx')),
  selection: lazyEditor(() => import('../editors/selection-editor.tsx')),
  products: lazyEditor(() => import('../editors/products-editor.tsx')),
  ai: lazyEditor(() => import('../editors/ai-editor.tsx')),
  evaluation: lazyEditor(() => import('../editors/evaluation-editor.tsx')),
  submit: lazyEditor(() => import('../editors/submit-editor.tsx')),
}

/** The editor of the document whose kind stands in the address (spec 3 §2.10). */
export function Screen() {
  const { kind } = useParams()
  const documentKind = DOCUMENT_KINDS.find((item) => item === kind)
  if (!documentKind) return <Unknown />
  const Editor = EDITORS[documentKind]
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
