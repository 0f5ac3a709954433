import { type SubmitEvent, useState } from 'react'
import { gradingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { Grading, GradingSettings } from '#contracts/evaluation-grading/grading.ts'
import { GRADING_SCALE_LABELS, GRADING_SCALES, POINTS } from '#contracts/evaluation-grading/verdicts.ts'
import { GRADING, RUNS } from '#contracts/limits.ts'
import { call } from '../../../../../shared/call.ts'
import { findFieldMessage, toErrorMessage } from '../../../../../shared/call-error.ts'
import { useMutation } from '../../../../../shared/use-mutation.ts'
import { Button } from '../../../../components/buttons.tsx'
import { Dialog } from '../../../../components/dialog.tsx'
import { focusFirstField } from '../../../../components/focus-first-field.ts'
import { FormField } from '../../../../components/form-field.tsx'
import { FormError } from '../../../../components/text-field.tsx'
import { focusInvalidField } from '../../../../components/use-focus-invalid-field.ts'
import { SelectField, TextAreaField } from '../../controlled-fields.tsx'
import { NumberInput } from '../../number-input.tsx'
import { CheckboxField } from '../../tasks/check-fields.tsx'
import { useReloadGrading } from './grading-queries.ts'

type GradingDialogProps = {
  params: { id: string; run: string }
  grading: Grading
  version: number
  onClose: () => void
}

/** How a run is read: what, by how many, on which scale, and which words are hidden. */
export const GradingDialog = (props: GradingDialogProps) => (
  <Dialog
    isOpen
    onClose={props.onClose}
    title={props.grading.status === 'none' ? '开始人工判定' : '更改或补充'}
    className="max-w-2xl"
  >
    <GradingForm {...props} />
  </Dialog>
)

const WORD_SEPARATOR = /[、，,\n]+/
const parseWords = (text: string): string[] =>
  [...new Set(text.split(WORD_SEPARATOR).map((word) => word.trim()))].filter((word) => word !== '')

function GradingForm({ params, grading, version, onClose }: GradingDialogProps) {
  const { available, status } = grading
  const isNew = status === 'none'
  const [settings, setSettings] = useState<GradingSettings>(() => ({
    ...grading.settings,
    ...(isNew && { seed: Math.floor(Math.random() * RUNS.seedMax) }),
  }))
  const [words, setWords] = useState(grading.settings.hiddenWords.join('、'))
  const reload = useReloadGrading()
  const change = (changes: Partial<GradingSettings>) => setSettings((current) => ({ ...current, ...changes }))
  const saveMutation = useMutation({
    mutationFn: () =>
      call(gradingCalls.save, { params, body: { ...settings, hiddenWords: parseWords(words) }, version }),
    onSuccess: onClose,
    onSettled: reload,
  })
  const fieldError = (path: string) => findFieldMessage(saveMutation.error, path)
  const sampled = Math.ceil(available.decided * settings.share)
  const wordError =
    saveMutation.error &&
    parseWords(words)
      .map((_word, index) => fieldError(`hiddenWords.${index}`))
      .find(Boolean)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!focusInvalidField(event.currentTarget)) saveMutation.mutate()
  }

  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="怎样判定"
          isRequired
          hint={settings.scale === 'points' ? `${POINTS.pass}分起算通过。` : undefined}
          error={fieldError('scale')}
          value={settings.scale}
          options={GRADING_SCALES.map((scale) => ({ value: scale, label: GRADING_SCALE_LABELS[scale] }))}
          onChange={(value) => change({ scale: value === 'points' ? 'points' : 'verdict' })}
        />
        <FormField label="每条几人判定" hint="没有多数时再加一人。" error={fieldError('readers')} isRequired>
          {(control) => (
            <NumberInput
              {...control}
              min={1}
              max={GRADING.readers.max}
              value={settings.readers}
              onChange={(readers) => change({ readers: Math.round(readers) })}
            />
          )}
        </FormField>
        <FormField label="抽查百分之几" hint={`已由检查判定的${available.decided}条中，各候选分别抽取。`} isRequired>
          {(control) => (
            <NumberInput
              {...control}
              max={100}
              value={settings.share * 100}
              onChange={(percent) => change({ share: percent / 100 })}
            />
          )}
        </FormField>
        <FormField label="并排对比多少对" hint={describePairs(available.pairs)} isRequired>
          {(control) => (
            <NumberInput
              {...control}
              max={GRADING.pairs.max}
              value={settings.pairs}
              onChange={(pairs) => change({ pairs: Math.round(pairs) })}
            />
          )}
        </FormField>
      </div>
      <div>
        <CheckboxField
          label="裁判模型与检查不一致的，也由人判定"
          isChecked={settings.hasDisputed}
          onChange={(hasDisputed) => change({ hasDisputed })}
        />
        <CheckboxField
          label="封存的任务也由人判定（运行结束后，评委会看到题目）"
          isChecked={settings.hasSealed}
          onChange={(hasSealed) => change({ hasSealed })}
        />
      </div>
      <TextAreaField
        label="要隐去的词"
        hint="用顿号或换行分隔，不分大小写与全角半角。候选的名称与模型名总是隐去。"
        error={wordError || fieldError('hiddenWords')}
        rows={5}
        maxLength={null}
        value={words}
        onChange={setWords}
      />
      <p className="rounded-lg bg-sunken p-4 text-sm tabular-nums">
        评委将判定{available.unscored}条待判定的、约{sampled}条抽查的
        <span>{settings.pairs > 0 && `，并对比${Math.min(settings.pairs, available.pairs)}对`}</span>，每条
        {settings.readers}人。
      </p>
      <FormError>{saveMutation.error && toErrorMessage(saveMutation.error)}</FormError>
      <Button type="submit" className="w-full" isBusy={saveMutation.isPending}>
        {isNew ? '开始' : '保存'}
      </Button>
    </form>
  )
}

const describePairs = (pairs: number): string =>
  pairs === 0 ? '至少要有两个候选的回答。' : `同一问题的两条回答哪条更好，现有${pairs}对可选。`
