import { z } from 'zod'
import {
  CallToActionSchema,
  ColorSchema,
  flag,
  IconSchema,
  LinkSchema,
  list,
  looseObject,
  PageInfoSchema,
  paragraph,
  ScoreSchema,
  StepSchema,
  text,
  textList,
} from '../fields.ts'
import { TEXT } from '../limits.ts'
import { DEFAULT_GRADES } from '../rules/evaluation/evidence-grades.ts'
import { withCriterionKeys, withKeys } from '../rules/evaluation/item-keys.ts'
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from '../rules/score.ts'
import { BUTTON_STYLES } from '../vocabulary.ts'

const AttachmentSchema = looseObject({
  filename: text(),
  path: text(TEXT.link),
  uploadDate: text(TEXT.word),
  size: z.int().min(0).default(0),
  mimetype: text(),
}).meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof AttachmentSchema>

const percent = (initial: number) => z.number().min(0).max(100).default(initial)

export const WeightsSchema = z
  .object({
    tech: percent(DEFAULT_WEIGHTS.tech),
    business: percent(DEFAULT_WEIGHTS.business),
    market: percent(DEFAULT_WEIGHTS.market),
  })
  .refine((weights) => weights.tech + weights.business + weights.market > 0, '三项权重不能全为零')
  .prefault({})

export const ThresholdsSchema = z
  .object({
    strong: percent(DEFAULT_THRESHOLDS.strong),
    recommend: percent(DEFAULT_THRESHOLDS.recommend),
    cautious: percent(DEFAULT_THRESHOLDS.cautious),
  })
  .refine(
    ({ strong, recommend, cautious }) => strong >= recommend && recommend >= cautious,
    '推荐档位的分数线应由高到低',
  )
  .prefault({})

const ExampleSchema = looseObject({
  productName: text(),
  category: text(),
  score: ScoreSchema,
  recommendation: text(TEXT.word),
  strengths: textList(),
  weaknesses: textList(),
  details: paragraph(),
}).meta({ id: 'EvaluationExample' })
export type EvaluationExample = z.infer<typeof ExampleSchema>

/** Identifies a group, criterion, grade or profile independently of its title; assigned on save if missing. */
const key = text(TEXT.word)
/** A list in which `assign` adds missing keys; existing keys stay. */
const keyedList = <Item extends z.ZodType>(assign: (items: readonly unknown[]) => unknown[], item: Item) =>
  z.preprocess((items) => (Array.isArray(items) ? assign(items) : items), list(item))

const CriterionSchema = looseObject({
  key,
  title: text(),
  percentage: percent(0),
  description: paragraph(),
  items: textList(),
  /** A required criterion below its minimum makes the verdict 暂不推荐. */
  isRequired: flag(false),
  minimum: percent(60),
})

const StandardGroupSchema = looseObject({
  key,
  title: text(),
  description: paragraph(),
  percentage: percent(0),
  color: ColorSchema,
  criteria: list(CriterionSchema),
})

const GradeSchema = looseObject({ key, title: text(), cap: percent(100), description: paragraph() })

/** The weights of a use case, by criterion title; other criteria keep their percentage. */
const ProfileSchema = looseObject({
  key,
  title: text(),
  description: paragraph(),
  weights: list(looseObject({ criterion: text(), percentage: percent(0) })),
})

export const EvaluationSchema = looseObject({
  pageInfo: PageInfoSchema,
  evaluationCategories: list(
    looseObject({ icon: IconSchema, color: ColorSchema, title: text(), description: paragraph(), items: textList() }),
  ),
  professionalInfo: looseObject({
    title: text(),
    description: paragraph(),
    points: textList(),
    buttons: list(
      looseObject({
        text: text(),
        type: z.enum(['calculator', 'download', 'link']).default('link'),
        link: LinkSchema,
        style: z.enum(BUTTON_STYLES).default('primary'),
      }),
    ),
  }).prefault({}),
  evaluationTool: looseObject({
    title: text(),
    description: paragraph(),
    weights: WeightsSchema,
    thresholds: ThresholdsSchema,
    defaultResult: looseObject({ score: ScoreSchema, recommendation: text(TEXT.word) }).prefault({}),
    attachments: list(AttachmentSchema),
  }).prefault({}),
  evaluationExamples: list(ExampleSchema),
  evaluationProcess: looseObject({ title: text(), description: paragraph(), steps: list(StepSchema) }).prefault({}),
  evaluationStandards: looseObject({
    title: text(),
    description: paragraph(),
    groups: keyedList(withCriterionKeys, StandardGroupSchema),
    grades: keyedList((grades) => withKeys(grades, 'grade-'), GradeSchema).default(DEFAULT_GRADES),
    profiles: keyedList((profiles) => withKeys(profiles, 'profile-'), ProfileSchema),
  }).prefault({}),
  callToAction: CallToActionSchema,
})
  .prefault({})
  .meta({ id: 'EvaluationContent' })
export type EvaluationContent = z.infer<typeof EvaluationSchema>
