import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { ownQuestionCalls, productQuestionCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { OwnPost } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS, POST_STATUS_LABELS } from '#contracts/product-questions/statuses.ts'
import { call } from '../../../shared/call.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Tag } from '../../components/tag.tsx'
import { useToast } from '../../components/toast.tsx'
import { Link } from '../../router.tsx'
import { PostForm } from './post-form.tsx'

/** A member's own question or answer, with its status; it can be changed until it is published. */
export function OwnPostCard({ post }: { post: OwnPost }) {
  const { id, kind, product, question, text, status, reason, submittedAt, version } = post
  const [isEditing, setIsEditing] = useState(false)
  const label = POST_KIND_LABELS[kind]
  return (
    <article className="card p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg wrap-anywhere">
          {product.isActive ? (
            <Link
              to={`${PRODUCT_PAGES[product.catalogue](product.id)}?tab=questions`}
              className="hover:text-indigo hover:underline"
            >
              {product.name}
            </Link>
          ) : (
            `${product.name}（已下架）`
          )}
        </h2>
        <Tag>{label}</Tag>
        <Tag>{POST_STATUS_LABELS[status]}</Tag>
      </div>
      <p className="mt-1 text-sm text-muted">{formatMinute(submittedAt)}提交</p>
      {reason && (
        <p className="mt-3 rounded-lg border border-danger px-3.5 py-2 whitespace-pre-line">未通过的原因：{reason}</p>
      )}
      {question && <p className="mt-3 text-muted wrap-anywhere">问：{question}</p>}
      {isEditing ? (
        <div className="mt-4">
          <PostForm
            label={label}
            purpose={`修改对${product.name}的${label}`}
            storageKey={`zhijian.post.${id}.${version}`}
            initialText={text}
            send={(changed) => call(ownQuestionCalls.update, { params: { id }, body: { text: changed, version } })}
            onSent={() => setIsEditing(false)}
            onCancel={() => setIsEditing(false)}
          />
        </div>
      ) : (
        <>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{text}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            {status !== 'published' && (
              <Button variant="secondary" onClick={() => setIsEditing(true)}>
                {status === 'rejected' ? '修改后再提交' : '修改'}
              </Button>
            )}
            <RemoveButton post={post} />
          </div>
        </>
      )}
    </article>
  )
}

function RemoveButton({ post: { id, kind, product } }: { post: OwnPost }) {
  const client = useQueryClient()
  const showToast = useToast()
  const [isOpen, setIsOpen] = useState(false)
  const label = POST_KIND_LABELS[kind]
  const removeMutation = useMutation({
    mutationFn: () => call(ownQuestionCalls.remove, { params: { id } }),
    async onSuccess({ message }) {
      setIsOpen(false)
      showToast(message, 'success')
      await invalidate(client, ownQuestionCalls.list, productQuestionCalls.list)
    },
  })
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        aria-label={`删除对${product.name}的${label}`}
        onClick={() => setIsOpen(true)}
      >
        删除
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`删除${label}？`}
        confirmLabel="删除"
        mutation={removeMutation}
        failureMessage={MESSAGES.removeFailed}
        onClose={() => setIsOpen(false)}
      >
        删除后不再展示，也不能恢复。
      </ConfirmDialog>
    </>
  )
}
