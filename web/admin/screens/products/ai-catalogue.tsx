import { CatalogueScreen } from './catalogue-screen.tsx'

export const Screen = () => <CatalogueScreen catalogue="ai" />
