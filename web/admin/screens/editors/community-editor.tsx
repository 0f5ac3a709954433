import { DocumentEditor } from '../../editors/document-editor.tsx'
import { QrCodes } from '../qr-codes/qr-codes.tsx'

export const Screen = () => (
  <DocumentEditor
    kind="community"
    title="社区管理"
    extra={{ key: 'qr-codes', label: '二维码', children: <QrCodes /> }}
  />
)
