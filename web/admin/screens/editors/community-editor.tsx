import { DocumentEditor } from '../../editors/document-editor.tsx'

export const Screen = () => <DocumentEditor kind="community" title="社区管理" />
