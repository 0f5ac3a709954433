import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createMarkupKeeper } from './kept-markup.tsx'
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

it('draws what React renders in any list', () => {
  const props = { name: 'a<b', tags: ['私有化', 'SaaS'] }
  const page = renderToString(
    <StaticRouter location="/products?page=2">
      <Card {...props} />
    </StaticRouter>,
  )
  expect(createMarkupKeeper()(Card, props)).toBe(page)
})

it('draws the same properties once, others and another part anew', () => {
  const draw = createMarkupKeeper()
  seen.mockClear()
  expect(draw(Card, { name: 'a' })).toBe(draw(Card, { name: 'a' }))
  expect(seen).toHaveBeenCalledTimes(1)
  expect(draw(Card, { name: 'a', tags: ['x'] })).not.toBe(draw(Card, { name: 'a' }))
  expect(seen).toHaveBeenCalledTimes(2)
  expect(draw(OtherCard, { name: 'a' })).toBe('<b>a</b>')
})

it('lets go of what was not shown for longest', () => {
  const draw = createMarkupKeeper(3 * 80)
  seen.mockClear()
  for (const name of ['a', 'b', 'a', 'c', 'd', 'a']) draw(Card, { name })
  expect(seen.mock.calls.flat()).toEqual(['a', 'b', 'c', 'd'])
  draw(Card, { name: 'b' })
  expect(seen).toHaveBeenLastCalledWith('b')
})
