/**
 * Loads the site's whole style sheet, of which the document holds what the page as it came can use. Resolves when it is
 * there, or can't be had.
 */
export async function loadWholeStyle(addresses: readonly string[]): Promise<void> {
  await Promise.all(
    addresses.map((href) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      return new Promise((resolve) => {
        link.addEventListener('load', resolve)
        link.addEventListener('error', resolve)
        document.head.append(link)
      })
    }),
  )
}
