import { z } from 'zod'
import {
  ColorSchema,
  IconSchema,
  LinkSchema,
  list,
  loose,
  PageInfoSchema,
  paragraph,
  StepSchema,
  text,
} from '../fields.ts'
import { TEXT } from '../limits.ts'
import { BUTTON_STYLES } from '../vocabulary.ts'

export const SubmitSchema = loose({
  pageInfo: PageInfoSchema,
  submitAdvantages: list(loose({ icon: IconSchema, title: text(), description: paragraph(), color: ColorSchema })),
  formSection: loose({ title: text(), description: paragraph() }).prefault({}),
  submitProcess: loose({ title: text(), steps: list(StepSchema) }).prefault({}),
  successCases: loose({
    title: text(),
    cases: list(
      loose({ icon: IconSchema, title: text(), duration: text(), description: paragraph(), color: ColorSchema }),
    ),
  }).prefault({}),
  contactSection: loose({
    title: text(),
    description: paragraph(),
    buttons: list(
      loose({
        text: text(),
        style: z.enum(BUTTON_STYLES).default('primary'),
        action: text(TEXT.word).default('contact'),
        link: LinkSchema,
      }),
    ),
  }).prefault({}),
})
  .prefault({})
  .meta({ id: 'SubmitContent' })
export type SubmitContent = z.infer<typeof SubmitSchema>
