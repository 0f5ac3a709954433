/** Where the public looks up a site's filings. */
export const ICP_FILING_LINK = 'https://beian.miit.gov.cn/'

/** Returns the address of a filing with the public security authority. */
export const policeFilingLink = (number: string): string =>
  `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replaceAll(/\D/g, '')}`
