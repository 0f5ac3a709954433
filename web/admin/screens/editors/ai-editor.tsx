import { DocumentEditor } from '../../editors/document-editor.tsx'

export const Screen = () => <DocumentEditor kind="ai" title="78AI产品管理" />
