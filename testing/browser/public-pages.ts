/** An address of every public page and of each of its views. */
export const PUBLIC_PAGES = [
  '/',
  '/products',
  '/products?search=zhineng&type=SaaS&compare=dify',
  '/products?search=%E6%9F%A5%E6%97%A0%E6%AD%A4%E7%89%A9',
  '/products?compare=dify,coze-studio,sample-znkf&view=compare',
  '/products/Dify',
  '/products/sample-znkf?tab=specs',
  '/products/sample-znkf?tab=reviews',
  '/78ai',
  '/78ai/Whisper',
]
