import { DocumentEditor } from '../../editors/document-editor.tsx'

export const Screen = () => <DocumentEditor kind="selection" title="选型管理" />
