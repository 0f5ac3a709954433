import type { ComponentType, HTMLAttributes } from 'react'

/** Returns a part's markup, or what will stand for it until the page is whole. */
export type DrawPart = <Props extends object>(part: ComponentType<Props>, props: Props) => string

let drawPart: DrawPart | undefined

/**
 * Has kept parts drawn by a function instead of being rendered; for the server, before it renders. Returns what drew them
 * before.
 */
export function drawPartsBy(draw: DrawPart | undefined): DrawPart | undefined {
  const before = drawPart
  drawPart = draw
  return before
}

type KeptElementProps<Props> = Omit<HTMLAttributes<HTMLElement>, 'children' | 'part'> & {
  element: 'div' | 'footer' | 'header' | 'li' | 'section'
  part: ComponentType<Props>
  props: Props
}

/**
 * An element whose content follows from its properties alone: the server draws it once, and puts the markup into every
 * page that shows it. In the browser it is rendered like any other part. The part must show no id of its own `useId`, and nothing
 * of a query or of the page's address that isn't among its properties.
 */
export function KeptElement<Props extends object>({
  element: Element,
  part: Part,
  props,
  ...attributes
}: KeptElementProps<Props>) {
  if (drawPart)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is what React renders of the part.
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: drawPart(Part, props) }} />
  return (
    <Element {...attributes}>
      <Part {...props} />
    </Element>
  )
}
