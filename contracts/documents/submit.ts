import { z } from 'zod'
import {
  ColorSchema,
  IconSchema,
  LinkSchema,
  list,
  looseObject,
  PageInfoSchema,
  paragraph,
  StepSchema,
  text,
} from '../fields.ts'
import { TEXT } from '../limits.ts'
import { BUTTON_STYLES } from '../vocabulary.ts'

export const SubmitSchema = looseObject({
  pageInfo: PageInfoSchema,
  submitAdvantages: list(
    looseObject({ icon: IconSchema, title: text(), description: paragraph(), color: ColorSchema }),
  ),
  formSection: looseObject({ title: text(), description: paragraph() }).prefault({}),
  submitProcess: looseObject({ title: text(), steps: list(StepSchema) }).prefault({}),
  successCases: looseObject({
    title: text(),
    cases: list(
      looseObject({ icon: IconSchema, title: text(), duration: text(), description: paragraph(), color: ColorSchema }),
    ),
  }).prefault({}),
  contactSection: looseObject({
    title: text(),
    description: paragraph(),
    buttons: list(
      looseObject({
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
