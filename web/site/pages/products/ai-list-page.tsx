import { createListPage } from './list-page.tsx'

export const page = createListPage('ai')
