import { ProductScreen } from './product-screen.tsx'

export const Screen = () => <ProductScreen catalogue="agent" />
