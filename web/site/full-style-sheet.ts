/**
 * Loads the site's full style sheet; the document only includes the rules that its first page can use. Resolves when it
 * is loaded or has failed to load.
 */
export async function loadFullStyleSheet(urls: readonly string[]): Promise<void> {
  await Promise.all(
    urls.map((href) => {
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
