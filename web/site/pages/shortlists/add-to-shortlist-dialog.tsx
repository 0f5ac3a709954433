import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { ShortlistSummary } from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { Link, useNavigate } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { describeContents } from './describe-contents.ts'
import { NewShortlistForm } from './new-shortlist-form.tsx'
import { ownShortlistsQuery, SHORTLIST_READS } from './shortlist-queries.ts'
import { useCandidates } from './use-candidates.ts'

type ProductsToAdd = { catalogue: Catalogue; products: readonly { id: string; name: string }[] }
type AddToShortlistDialogProps = ProductsToAdd & { isOpen: boolean; onClose: () => void }

/** Adds products to a member's shortlists or to a new one; a visitor's new shortlist is accessible by its URL only. */
export function AddToShortlistDialog({ catalogue, products, isOpen, onClose }: AddToShortlistDialogProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()

  async function handleCreated({ id, message }: { id: string; message: string }) {
    showToast(message, 'success')
    if (user) await invalidate(client, ...SHORTLIST_READS)
    else navigate(PAGES.shortlist(id))
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="加入清单" className="max-w-lg">
      <p className="mb-4 text-muted">{products.map(({ name }) => name).join('、')}</p>
      {user ? <OwnShortlistList catalogue={catalogue} products={products} userId={user._id} /> : <SignInPrompt />}
      <NewShortlistForm
        contents={{ catalogue, candidates: products.map(({ id }) => id) }}
        name="新建清单"
        titleLabel="新清单名称"
        submitLabel="新建并加入"
        note={
          user
            ? `一份清单最多有${SHORTLIST_LIMITS.candidates}个候选产品。`
            : '不登录也能新建，凭地址查看与分享，但不能再修改。'
        }
        onCreated={handleCreated}
      />
    </Dialog>
  )
}

function SignInPrompt() {
  const { show, preload, dialogs } = useAccountDialogs()
  return (
    <div className="mb-6">
      <p>登录后，清单保存在“我的清单”中，可以随时增减产品，并在资料变化时收到邮件。</p>
      <Button className="mt-3" aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('sign-in')}>
        登录
      </Button>
      {dialogs}
    </div>
  )
}

function OwnShortlistList({ catalogue, products, userId }: ProductsToAdd & { userId: string }) {
  const { data, isLoadingError, error, refetch } = useQuery(ownShortlistsQuery(userId))
  if (isLoadingError)
    return (
      <div className="mb-6" role="alert">
        <p>{toErrorMessage(error)}</p>
        <Button variant="outline" className="mt-3" onClick={() => refetch()}>
          重试
        </Button>
      </div>
    )
  const shortlists = data?.filter((shortlist) => shortlist.catalogue === catalogue)
  if (shortlists === undefined) return <p className="mb-6 text-muted">正在读取我的清单……</p>
  if (shortlists.length === 0) return null
  return (
    <ul className="mb-6 max-h-72 divide-y divide-line overflow-y-auto border-y border-line" aria-label="我的清单">
      {shortlists.map((shortlist) => (
        <li key={shortlist.id} className="space-y-2 py-2">
          <OwnShortlistItem shortlist={shortlist} products={products} />
        </li>
      ))}
    </ul>
  )
}

type OwnShortlistItemProps = { shortlist: ShortlistSummary } & Pick<ProductsToAdd, 'products'>

function OwnShortlistItem({ shortlist, products }: OwnShortlistItemProps) {
  const { id, title, candidates } = shortlist
  const { change, failure, isBusy } = useCandidates()
  const productIdsToAdd = products.filter((product) => !candidates.includes(product.id)).map((product) => product.id)
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0">
          <Link to={PAGES.shortlist(id)} className="font-medium underline-offset-4 hover:underline">
            {title}
          </Link>
          <span className="block text-sm text-muted">{describeContents(shortlist)}</span>
        </p>
        <div className="shrink-0" aria-live="polite">
          {productIdsToAdd.length === 0 ? (
            <p className="text-sm text-muted">已加入</p>
          ) : (
            <Button
              variant="outline"
              aria-label={`加入“${title}”`}
              isBusy={isBusy}
              onClick={() => change({ shortlist: id, add: productIdsToAdd })}
            >
              加入
            </Button>
          )}
        </div>
      </div>
      <FormError>{failure}</FormError>
    </>
  )
}
