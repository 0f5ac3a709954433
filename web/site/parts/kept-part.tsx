import type { ComponentType } from 'react'

/** Returns a part's markup. */
export type DrawPart = <Props extends object>(part: ComponentType<Props>, props: Props) => string

let drawPart: DrawPart | undefined

/** Has kept parts drawn by a function instead of being rendered; for the server, before it renders. */
export function drawPartsBy(draw: DrawPart): void {
  drawPart = draw
}

type KeptItemProps<Props> = { part: ComponentType<Props>; props: Props; className: string }

/**
 * An item of a list whose markup follows from its properties alone: the server draws it once, and puts the markup into
 * every page that shows it. In the browser it is rendered like any other part. The part must not call `useId`, nor show
 * anything of a query or of the page's address.
 */
export function KeptItem<Props extends object>({ part: Part, props, className }: KeptItemProps<Props>) {
  if (drawPart)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is what React renders of the part.
    return <li className={className} dangerouslySetInnerHTML={{ __html: drawPart(Part, props) }} />
  return (
    <li className={className}>
      <Part {...props} />
    </li>
  )
}
