import { z } from 'zod'
import {
  CallToActionSchema,
  ColorSchema,
  IconSchema,
  list,
  looseObject,
  PageInfoSchema,
  paragraph,
  StatisticSchema,
  StepNumberSchema,
  text,
  textList,
} from '../fields.ts'

export const ServicePackageSchema = looseObject({
  name: text(),
  price: text(),
  duration: text(),
  suitable: paragraph(),
  features: textList(),
}).meta({ id: 'ServicePackage' })
export type ServicePackage = z.infer<typeof ServicePackageSchema>

export const SuccessCaseSchema = looseObject({
  company: text(),
  industry: text(),
  duration: text(),
  challenge: paragraph(),
  solution: paragraph(),
  results: textList(),
  rating: z.number().min(0).max(5).default(5),
}).meta({ id: 'SuccessCase' })
export type SuccessCase = z.infer<typeof SuccessCaseSchema>

export const SelectionSchema = looseObject({
  pageInfo: PageInfoSchema,
  serviceOverview: looseObject({
    title: text(),
    subtitle: paragraph(),
    description: paragraph(),
    capabilities: list(looseObject({ icon: IconSchema, color: ColorSchema, title: text(), description: paragraph() })),
    advantages: textList(),
  }).prefault({}),
  serviceProcess: list(
    looseObject({
      step: StepNumberSchema,
      title: text(),
      duration: text(),
      description: paragraph(),
      deliverables: textList(),
    }),
  ),
  servicePackages: list(ServicePackageSchema),
  statistics: list(StatisticSchema),
  successCases: list(SuccessCaseSchema),
  consultationForm: looseObject({ title: text(), description: paragraph() }).prefault({}),
  callToAction: CallToActionSchema,
})
  .prefault({})
  .meta({ id: 'SelectionContent' })
export type SelectionContent = z.infer<typeof SelectionSchema>
