import { DocumentEditor } from '../../editors/document-editor.tsx'

export const Screen = () => <DocumentEditor kind="home" title="首页管理" />
