/** The public registers in which a site's filings can be looked up. */
export const ICP_FILING_LINK = 'https://beian.miit.gov.cn/'

/** Returns the URL of a filing with the public security authority. */
export const getPoliceFilingLink = (number: string): string =>
  `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replaceAll(/\D/g, '')}`
