import type { ComponentType, HTMLAttributes } from 'react'

/** Returns a part's markup, or a placeholder that is replaced once the page is complete. */
export type RenderPart = <Props extends object>(part: ComponentType<Props>, props: Props) => string

let renderPart: RenderPart | undefined

/** Sets how the server renders cached parts; `undefined` renders them like any other. Returns the previous renderer. */
export function setPartRenderer(renderer: RenderPart | undefined): RenderPart | undefined {
  const previous = renderPart
  renderPart = renderer
  return previous
}

type CachedElementProps<Props> = Omit<HTMLAttributes<HTMLElement>, 'children' | 'part'> & {
  element: 'div' | 'footer' | 'header' | 'li' | 'section'
  part: ComponentType<Props>
  props: Props
}

/**
 * An element whose content depends on its properties alone. The server renders the content once and inserts the cached
 * markup into every page that shows it; the browser renders it normally. The part must neither output an id from
 * `useId` nor read queries or the page's URL, except through its properties.
 */
export function CachedElement<Props extends object>({
  element: Element,
  part: Part,
  props,
  ...attributes
}: CachedElementProps<Props>) {
  if (renderPart)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is what React renders of the part.
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: renderPart(Part, props) }} />
  return (
    <Element {...attributes}>
      <Part {...props} />
    </Element>
  )
}
