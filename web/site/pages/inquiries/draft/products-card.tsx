import { X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { AskedProduct, Inquiry, Invitation } from '#contracts/inquiries/inquiry.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { CandidateSearch } from '../../evaluation-projects/setup/candidate-search.tsx'
import { SetupCard } from '../../evaluation-projects/setup/setup-card.tsx'
import { useInquiryCache } from '../inquiry-queries.ts'
import type { InquiryEditor } from '../use-inquiry-form.ts'

type ProductsCardProps = { inquiry: Inquiry; editor: InquiryEditor }

/** The products that are asked about, each with the addresses of its vendor. */
export function ProductsCard({ inquiry, editor }: ProductsCardProps) {
  const { products } = editor.value
  return (
    <SetupCard title="产品与厂商" lead="每个产品至少填一个厂商邮箱。链接只寄给这些邮箱，您看不到；每个邮箱各填一份。">
      <ul className="mb-4 space-y-4">
        {products.map((product, index) => (
          <li key={product.key} className="rounded-lg border border-line p-4">
            <div className="flex items-center justify-between gap-3">
              <h3 className="min-w-0 wrap-anywhere">{product.name}</h3>
              <button
                type="button"
                className="inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-ink"
                aria-label={`移除产品：${product.name}`}
                onClick={() => editor.change({ products: products.filter(({ key }) => key !== product.key) })}
              >
                <X className="size-4" aria-hidden />
              </button>
            </div>
            <Addresses
              inquiry={inquiry}
              editor={editor}
              product={product}
              error={editor.errors.find(({ path }) => path === `products.${index}`)?.message}
            />
          </li>
        ))}
      </ul>
      {products.length < INQUIRIES.products && (
        <CandidateSearch
          label="添加产品"
          candidates={products}
          onAdd={(candidate) => {
            if (products.every(({ key }) => key !== candidate.key))
              editor.change({ products: [...products, candidate] })
          }}
        />
      )}
    </SetupCard>
  )
}

type AddressesProps = {
  inquiry: Inquiry
  editor: InquiryEditor
  product: AskedProduct
  error: string | undefined
}

/** The addresses of a product's vendor, and a field that adds one. */
function Addresses({ inquiry, editor, product, error }: AddressesProps) {
  const cache = useInquiryCache()
  const [email, setEmail] = useState('')
  const invitations = inquiry.invitations.filter((invitation) => invitation.product === product.key)
  const inviteMutation = useMutation({
    async mutationFn() {
      // The server knows the product once the draft is saved.
      await editor.flush()
      return call(inquiryCalls.invite, { params: { id: inquiry.id }, body: { product: product.key, email } })
    },
    onSuccess(reply) {
      setEmail('')
      cache.replace(reply)
    },
  })
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (email.trim() !== '') inviteMutation.mutate()
  }
  const fieldError = findFieldMessage(inviteMutation.error, 'email')
  return (
    <div className="mt-2 space-y-2">
      <ul className="flex flex-wrap gap-2">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <Address inquiryId={inquiry.id} invitation={invitation} />
          </li>
        ))}
      </ul>
      <form method="post" noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <FormField label={`${product.name}的厂商邮箱`} error={fieldError ?? error}>
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="off"
                className={CONTROL_CLASS}
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </FormField>
        </div>
        <Button type="submit" variant="outline" isBusy={inviteMutation.isPending}>
          加入
        </Button>
      </form>
      <FormError>{inviteMutation.isError && !fieldError && toErrorMessage(inviteMutation.error)}</FormError>
    </div>
  )
}

function Address({ inquiryId, invitation }: { inquiryId: string; invitation: Invitation }) {
  const cache = useInquiryCache()
  const removeMutation = useMutation({
    mutationFn: () => call(inquiryCalls.removeInvitation, { params: { id: inquiryId, invitation: invitation.id } }),
    onSuccess: cache.replace,
    onError: cache.reload,
  })
  return (
    <span className="inline-flex items-center rounded-lg border border-line bg-sunken pl-3 wrap-anywhere">
      {invitation.email}
      <button
        type="button"
        className="inline-flex size-11 items-center justify-center text-muted hover:text-ink"
        aria-label={`移除邮箱：${invitation.email}`}
        aria-disabled={removeMutation.isPending || undefined}
        onClick={() => removeMutation.mutate()}
      >
        <X className="size-4" aria-hidden />
      </button>
    </span>
  )
}
