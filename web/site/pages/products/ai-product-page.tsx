import { createProductPage } from './product-page.tsx'

export const page = createProductPage('ai')
