import { DocumentEditor } from '../../editors/document-editor.tsx'

export const Screen = () => <DocumentEditor kind="submit" title="提交页管理" />
