import { SCREENSHOT } from '../limits.ts'

export const SCREENSHOT_MESSAGES = {
  caption: '请填写截图说明',
  captionNotSingleLine: '截图说明不能换行',
  address: '截图须先上传到本站，不能引用外部地址',
  tooMany: `最多${SCREENSHOT.max}张截图`,
  uploaded: '截图上传成功！',
  expectedScreenshot: '每行应为“地址 宽×高 说明”，如“/uploads/screenshots/….webp 1280×800 工作流画布”',
} as const
