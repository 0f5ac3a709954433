/** The editors of all documents in one chunk, since each only adds a line to the shared editor. */
import { DocumentEditor, type DocumentEditorProps } from '../editors/document-editor.tsx'
import { QrCodes } from './qr-codes/qr-codes.tsx'

export type ScreenEditorProps = Pick<DocumentEditorProps, 'isTitleOwn'>

export const HomeEditor = (props: ScreenEditorProps) => <DocumentEditor kind="home" {...props} />

export const CommunityEditor = (props: ScreenEditorProps) => (
  <DocumentEditor kind="community" extra={{ key: 'qr-codes', label: '二维码', children: <QrCodes /> }} {...props} />
)

export const SelectionEditor = (props: ScreenEditorProps) => <DocumentEditor kind="selection" {...props} />
export const ProductsEditor = (props: ScreenEditorProps) => <DocumentEditor kind="products" {...props} />
export const AiEditor = (props: ScreenEditorProps) => <DocumentEditor kind="ai" {...props} />
export const EvaluationEditor = (props: ScreenEditorProps) => <DocumentEditor kind="evaluation" {...props} />
export const SubmitEditor = (props: ScreenEditorProps) => <DocumentEditor kind="submit" {...props} />
