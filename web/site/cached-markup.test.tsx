import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { createMarkupCache } from './cached-markup.tsx'
import { CachedElement, setPartRenderer } from './components/cached-element.tsx'
import { Link, StaticRouter, useLocation } from './router.tsx'

type CardProps = { name: string; tags?: string[] }
const seen = vi.fn()
function Card({ name, tags = [] }: CardProps) {
  const { pathname } = useLocation()
  seen(name)
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
  cards.map((card) => <CachedElement key={card.name} element="li" part={Card} props={card} className="card" />)

function Page({ cards }: { cards: CardProps[] }) {
  const { search } = useLocation()
  return (
    <main>
      <h1>第{search}页</h1>
      <CardList cards={cards} />
      <CachedElement element="section" part={CardList} props={{ cards }} aria-label="都在里面" />
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
  const { renderPart, render } = createMarkupCache(maxSize)
  setPartRenderer(renderPart)
  return (cards: CardProps[]) =>
    render(createPage(cards))
      .map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece)))
      .join('')
}
afterEach(() => {
  setPartRenderer(undefined)
})

const CARDS = [{ name: 'a<b', tags: ['私有化', 'SaaS'] }, { name: '0' }, { name: '智鉴' }]

it('renders what React renders, for new and for cached parts', () => {
  const plain = renderToString(createPage(CARDS))
  const render = createPageRenderer()
  expect([render(CARDS), render(CARDS)]).toEqual([plain, plain])
  expect(render([])).not.toContain('智鉴')
})

it('renders a part once per properties, and again for other properties or another part', () => {
  const { renderPart, render } = createMarkupCache()
  setPartRenderer(renderPart)
  const count = (part: typeof Card, props: CardProps) => {
    seen.mockClear()
    render(
      <StaticRouter location="/">
        <CachedElement element="li" part={part} props={props} />
      </StaticRouter>,
    )
    return seen.mock.calls.length
  }
  expect([count(Card, { name: 'a' }), count(Card, { name: 'a' })]).toEqual([1, 0])
  expect(count(Card, { name: 'a', tags: ['x'] })).toBe(1)
  expect(render(<CachedElement element="li" part={OtherCard} props={{ name: 'a' }} />)[1]).toEqual(
    new TextEncoder().encode('<b>a</b>'),
  )
})

it('evicts the least recently used part', () => {
  const { renderPart, render } = createMarkupCache(3 * 80)
  setPartRenderer(renderPart)
  const show = (name: string) => render(<CachedElement element="li" part={Card} props={{ name }} />)
  seen.mockClear()
  for (const name of ['a', 'b', 'a', 'c', 'd', 'a']) show(name)
  expect(seen.mock.calls.flat()).toEqual(['a', 'b', 'c', 'd'])
  show('b')
  expect(seen).toHaveBeenLastCalledWith('b')
})
