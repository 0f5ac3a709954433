/** The editors of all documents in one chunk, since each only adds a line to the shared editor. */
import { DocumentEditor } from '../editors/document-editor.tsx'
import { QrCodes } from './qr-codes/qr-codes.tsx'

export const HomeEditor = () => <DocumentEditor kind="home" />

export const CommunityEditor = () => (
  <DocumentEditor kind="community" extra={{ key: 'qr-codes', label: '二维码', children: <QrCodes /> }} />
)

export const SelectionEditor = () => <DocumentEditor kind="selection" />
export const ProductsEditor = () => <DocumentEditor kind="products" />
export const AiEditor = () => <DocumentEditor kind="ai" />
export const EvaluationEditor = () => <DocumentEditor kind="evaluation" />
export const SubmitEditor = () => <DocumentEditor kind="submit" />
