import type { ComponentType, HTMLAttributes } from 'react'

/** Returns a component's markup, or a placeholder that is replaced once the page is complete. */
export type RenderComponent = <Props extends object>(component: ComponentType<Props>, props: Props) => string

let renderComponent: RenderComponent | undefined

/**
 * Sets how the server renders cached components; `undefined` renders them like any other. Returns the previous
 * renderer.
 */
export function setComponentRenderer(renderer: RenderComponent | undefined): RenderComponent | undefined {
  const previous = renderComponent
  renderComponent = renderer
  return previous
}

type CachedElementProps<Props> = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  element: 'div' | 'footer' | 'header' | 'li' | 'section'
  component: ComponentType<Props>
  props: Props
}

/**
 * An element whose content depends on its properties alone. The server renders the content once and inserts the cached
 * markup into every page that shows it; the browser renders it normally. The component must neither output an id from
 * `useId` nor read queries or the page's URL, except through its properties.
 */
export function CachedElement<Props extends object>({
  element: Element,
  component: Component,
  props,
  ...attributes
}: CachedElementProps<Props>) {
  if (renderComponent)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is what React renders of the component.
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: renderComponent(Component, props) }} />
  return (
    <Element {...attributes}>
      <Component {...props} />
    </Element>
  )
}
