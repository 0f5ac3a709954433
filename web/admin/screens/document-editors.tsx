/** The editors of all documents in one chunk, since each only adds a line to the shared editor. */
import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { DocumentEditor, type DocumentEditorProps } from '../editors/document-editor.tsx'

const QrCodes = lazy(async () => ({ default: (await import('./qr-codes/qr-codes.tsx')).QrCodes }))

export type ScreenEditorProps = Pick<DocumentEditorProps, 'isTitleOwn'>

export const HomeEditor = (props: ScreenEditorProps) => <DocumentEditor kind="home" {...props} />

const QR_CODES = {
  key: 'qr-codes',
  label: '二维码',
  children: (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
      <QrCodes />
    </Suspense>
  ),
} as const

export const CommunityEditor = (props: ScreenEditorProps) => (
  <DocumentEditor kind="community" extra={QR_CODES} {...props} />
)

export const SelectionEditor = (props: ScreenEditorProps) => <DocumentEditor kind="selection" {...props} />
export const ProductsEditor = (props: ScreenEditorProps) => <DocumentEditor kind="products" {...props} />
export const AiEditor = (props: ScreenEditorProps) => <DocumentEditor kind="ai" {...props} />
export const EvaluationEditor = (props: ScreenEditorProps) => <DocumentEditor kind="evaluation" {...props} />
export const SubmitEditor = (props: ScreenEditorProps) => <DocumentEditor kind="submit" {...props} />
