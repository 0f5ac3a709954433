import type { Follow } from '#contracts/follows/follow.ts'
import { FOLLOW_KIND_LABELS } from '#contracts/follows/frequencies.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import { UPDATE_KIND_LABELS } from '#contracts/product-updates/update-kinds.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Button } from '../../components/buttons.tsx'
import { Tag } from '../../components/tag.tsx'
import { Link } from '../../router.tsx'
import { useFollow } from './use-follow.ts'

/** What a member follows, with what changed since they last looked, and a button that ends it. */
export function FollowCard({ follow, onRemoved }: { follow: Follow; onRemoved: () => void }) {
  const { id, kind, catalogue, label, path, isAvailable, newProducts } = follow
  const { mutate, isPending } = useFollow()
  return (
    <article className="card flex h-full flex-col p-5">
      <p className="flex flex-wrap gap-2">
        <Tag>{FOLLOW_KIND_LABELS[kind]}</Tag>
        {catalogue === 'ai' && <Tag>78AI</Tag>}
        {!isAvailable && <Tag>{kind === 'product' ? '已下线' : '已不存在'}</Tag>}
      </p>
      <h2 className="mt-2 text-lg break-words">
        {isAvailable ? (
          <Link to={path} className="hover:text-indigo hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </h2>
      {newProducts === 0 ? <p className="mt-2 mb-4 text-muted">上次查看之后没有变化。</p> : <News follow={follow} />}
      <div className="mt-auto">
        <Button
          variant="outline"
          aria-label={`取消关注：${label}`}
          isBusy={isPending}
          onClick={() => mutate({ remove: id }, { onSuccess: onRemoved })}
        >
          取消关注
        </Button>
      </div>
    </article>
  )
}

function News({ follow: { kind, catalogue, path, newProducts, news } }: { follow: Follow }) {
  const rest = newProducts - news.length
  return (
    <div className="mt-2 mb-4 space-y-3">
      {kind !== 'product' && <p className="text-muted">{newProducts}个产品有变化</p>}
      {news.map(({ product, updates }) => (
        <div key={product.id}>
          {kind !== 'product' && (
            <h3 className="font-medium break-words">
              <Link to={getProductPath(catalogue, product)} className="hover:text-indigo hover:underline">
                {product.name}
              </Link>
            </h3>
          )}
          <ul className="text-sm">
            {updates.map((update) => (
              <li key={update.id} className="py-0.5 break-words">
                <span className="text-muted tabular-nums">{formatDay(update.at)}</span>{' '}
                {UPDATE_KIND_LABELS[update.kind]}：{update.text}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {rest > 0 && (
        <p className="text-sm">
          <Link to={path} className="text-indigo hover:underline">
            还有{rest}个产品有变化
          </Link>
        </p>
      )}
    </div>
  )
}
