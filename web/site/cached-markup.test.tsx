import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { createMarkupCache } from './cached-markup.tsx'
import { CachedElement, setComponentRenderer } from './components/cached-element.tsx'
import { Link, StaticRouter, useLocation } from './router.tsx'

type CardProps = { name: string; tags?: string[] }
const onRender = vi.fn()
function Card({ name, tags = [] }: CardProps) {
  const { pathname } = useLocation()
  onRender(name)
  return (
    <>
      <Link to={`/products/${name}`} state={{ from: pathname }}>
        {name}，{tags.length} 项
      </Link>
      {tags.map((tag) => (
        <span key={tag}>{tag}</span>
      ))}
    </>
  )
}
const OtherCard = ({ name }: CardProps) => <b>{name}</b>
const CardList = ({ cards }: { cards: CardProps[] }) =>
  cards.map((card) => <CachedElement key={card.name} element="li" component={Card} props={card} className="card" />)

function Page({ cards }: { cards: CardProps[] }) {
  const { search } = useLocation()
  return (
    <main>
      <h1>产品{search}</h1>
      <CardList cards={cards} />
      <CachedElement element="section" component={CardList} props={{ cards }} aria-label="嵌套的卡片" />
      <p>{cards.length} 项</p>
    </main>
  )
}
const createPage = (cards: CardProps[]) => (
  <StaticRouter location="/products?page=2">
    <Page cards={cards} />
  </StaticRouter>
)

function createPageRenderer(maxSize?: number) {
  const { renderComponent, render } = createMarkupCache(maxSize)
  setComponentRenderer(renderComponent)
  return (cards: CardProps[]) =>
    render(createPage(cards))
      .map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece)))
      .join('')
}
afterEach(() => {
  setComponentRenderer(undefined)
})

/** Names that must be escaped, that look like a placeholder's index, and with several bytes per character. */
const CARDS = [{ name: 'a<b', tags: ['私有化', 'SaaS'] }, { name: '0' }, { name: '智鉴' }]

it('renders what React renders, for new and for cached components', () => {
  const uncachedMarkup = renderToString(createPage(CARDS))
  const render = createPageRenderer()
  const newMarkup = render(CARDS)
  const cachedMarkup = render(CARDS)
  expect(newMarkup).toBe(uncachedMarkup)
  expect(cachedMarkup).toBe(uncachedMarkup)
  expect(render([])).not.toContain('智鉴')
})

it('renders a picture without what loads it early, which isn’t a child of the component', () => {
  const Logo = ({ url }: { url: string }) => <img src={url} alt="智鉴" />
  const { renderComponent, render } = createMarkupCache()
  setComponentRenderer(renderComponent)
  const pieces = render(<CachedElement element="header" component={Logo} props={{ url: '/uploads/a.png' }} />)
  const markup = pieces.map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))).join('')
  expect(markup).toBe('<header><img src="/uploads/a.png" alt="智鉴"/></header>')
})

it('renders a component once per properties, and again for other properties or another component', () => {
  const { renderComponent, render } = createMarkupCache()
  setComponentRenderer(renderComponent)
  const countRenders = (component: typeof Card, props: CardProps) => {
    onRender.mockClear()
    render(
      <StaticRouter location="/">
        <CachedElement element="li" component={component} props={props} />
      </StaticRouter>,
    )
    return onRender.mock.calls.length
  }
  expect(countRenders(Card, { name: 'Dify' })).toBe(1)
  expect(countRenders(Card, { name: 'Dify' })).toBe(0)
  expect(countRenders(Card, { name: 'Dify', tags: ['SaaS'] })).toBe(1)
  expect(render(<CachedElement element="li" component={OtherCard} props={{ name: 'Dify' }} />)[1]).toEqual(
    new TextEncoder().encode('<b>Dify</b>'),
  )
})

it('evicts the least recently used component', () => {
  const sizeOfThreeCards = 3 * 80
  const { renderComponent, render } = createMarkupCache(sizeOfThreeCards)
  setComponentRenderer(renderComponent)
  const renderCard = (name: string) => render(<CachedElement element="li" component={Card} props={{ name }} />)
  onRender.mockClear()
  for (const name of ['a', 'b', 'a', 'c', 'd', 'a']) renderCard(name)
  expect(onRender.mock.calls.flat()).toEqual(['a', 'b', 'c', 'd'])
  renderCard('b')
  expect(onRender).toHaveBeenLastCalledWith('b')
})
