export const SITE_NAME = '智鉴'
export const SITE_TAGLINE = '企业智能体展示与评估平台'
