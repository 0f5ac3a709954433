/** The editors of all documents in one chunk, since each only adds a line to the shared editor. */
import { DocumentEditor } from '../editors/document-editor.tsx'
import { QrCodes } from './qr-codes/qr-codes.tsx'

export const HomeEditor = () => <DocumentEditor kind="home" title="首页管理" />

export const CommunityEditor = () => (
  <DocumentEditor
    kind="community"
    title="社区管理"
    extra={{ key: 'qr-codes', label: '二维码', children: <QrCodes /> }}
  />
)

export const SelectionEditor = () => <DocumentEditor kind="selection" title="选型管理" />
export const ProductsEditor = () => <DocumentEditor kind="products" title="智能体产品管理" />
export const AiEditor = () => <DocumentEditor kind="ai" title="78AI产品管理" />
export const EvaluationEditor = () => <DocumentEditor kind="evaluation" title="评估管理" />
export const SubmitEditor = () => <DocumentEditor kind="submit" title="提交页管理" />
