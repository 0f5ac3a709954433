import { useForm } from 'react-hook-form'
import type { ProfileInput } from '#contracts/identity/account.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { focusFirstField } from '../components/focus-first-field.ts'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { useUnsavedEdits } from '../components/use-unsaved-edits.ts'
import { useSession } from '../session/session.ts'
import { updateProfile } from '../session/sign-in.ts'
import { AccountForm } from './account-form.tsx'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/identity/account.ts')).ProfileSchema,
)

const TEXT_FIELDS = [
  { name: 'name', label: '姓名', autoComplete: 'name', type: 'text' },
  { name: 'company', label: '公司', autoComplete: 'organization', type: 'text' },
  { name: 'position', label: '职位', autoComplete: 'organization-title', type: 'text' },
  { name: 'phone', label: '电话', autoComplete: 'tel', type: 'tel' },
] as const

/** Edits the user's own profile. */
export function ProfileForm({ onDone }: { onDone: () => void }) {
  const { user } = useSession()
  // The profile is only read when the form opens, so that the input is kept even if the session ends.
  const form = useForm<ProfileInput>({
    resolver,
    defaultValues: { name: user?.name, company: user?.company, position: user?.position, phone: user?.phone },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsavedEdits(isDirty)

  const submit = useExclusive(async (input: ProfileInput) => {
    const { failure } = await updateProfile(input)
    if (!failure) return onDone()
    const names = TEXT_FIELDS.map(({ name }) => name)
    showError(failure, { names, setError: form.setError })
  })

  return (
    <AccountForm name="我的资料" form={form} preloadSchema={preloadSchema} onSubmit={submit} ref={focusFirstField}>
      {user && (
        <dl className="flex gap-3 text-sm">
          <dt className="shrink-0 text-muted">登录邮箱</dt>
          <dd>{user.email}</dd>
        </dl>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {TEXT_FIELDS.map(({ name, label, autoComplete, type }) => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={label}
            type={type}
            isRequired={name === 'name'}
            autoComplete={autoComplete}
          />
        ))}
      </div>
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full sm:w-auto">
        {isSubmitting ? '保存中……' : '保存'}
      </Button>
    </AccountForm>
  )
}
