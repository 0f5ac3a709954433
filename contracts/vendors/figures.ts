/** The use of a product, for its vendor: sums by period, without anything about persons. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { CATALOGUES } from '../vocabulary.ts'

const FIGURE_DAYS = [7, 30, 90, 365] as const
export type FigureDays = (typeof FIGURE_DAYS)[number]

const days = z.coerce
  .number('时段应为天数')
  .pipe(z.literal([...FIGURE_DAYS], `时段只能是${FIGURE_DAYS.join('、')}天`))
  .default(30)
  .meta({ description: '时段的天数，截至昨天：7、30、90或365。', examples: [30] })
export const FiguresQuerySchema = z.object({ days })

/** `null` if it is too small to be shown. */
const figure = z.int().nullable()
const ComparedFigureSchema = z.object({
  value: figure,
  before: figure.describe('此前同样长的时段。'),
  growth: z.number().nullable(),
})
export type ProductFigure = z.infer<typeof ComparedFigureSchema>

const StepSchema = z.object({ from: z.iso.date(), to: z.iso.date(), views: figure })
export type FigureStep = z.infer<typeof StepSchema>

export const ProductFiguresSchema = z
  .object({
    id: z.string(),
    catalogue: z.enum(CATALOGUES),
    name: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    views: ComparedFigureSchema,
    compared: ComparedFigureSchema,
    shortlisted: ComparedFigureSchema,
    inquired: ComparedFigureSchema,
    steps: z.array(StepSchema).describe('浏览量的走势：7天与30天按日，90天按周，365天按四周。'),
  })
  .meta({ id: 'ProductFigures' })
export type ProductFigures = z.infer<typeof ProductFiguresSchema>
