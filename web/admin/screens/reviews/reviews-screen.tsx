import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { MemberReviewList } from '../member-reviews/member-review-list.tsx'
import { QuestionList } from '../product-questions/question-list.tsx'
import { TestimonialList } from '../testimonials/testimonial-list.tsx'

const VIEW_OPTIONS = [
  { value: 'members', label: '会员评价' },
  { value: 'questions', label: '产品问答' },
  { value: 'documents', label: '编辑收录的评价' },
] as const

const DESCRIPTIONS: Record<(typeof VIEW_OPTIONS)[number]['value'], string> = {
  members: '会员提交的评价，审核通过后展示并计入评分。评价人与证明不会离开后台。',
  questions: '会员就产品提的问题，以及厂商与会员的回答，审核通过后展示。作者的姓名不会离开后台。',
  documents: '两个目录的产品文档中由编辑录入的评价。隐藏的评价不再向访客展示，仍保留在产品中，可以随时恢复。',
}

/** The reviews screen: members' reviews and questions to moderate, and the testimonials in the product documents. */
export function ReviewsScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.reviews.parameters)
  return (
    <ScreenContent>
      <ScreenHeader title={ADMIN_SCREENS.reviews.title} description={DESCRIPTIONS[query.view]} />
      <SavedViews list="reviews" />
      <ChoiceTabs
        label="切换视图"
        options={VIEW_OPTIONS}
        value={query.view}
        onChange={(view) => change({ view }, { removeOthers: true })}
      />
      {query.view === 'members' && <MemberReviewList />}
      {query.view === 'questions' && <QuestionList />}
      {query.view === 'documents' && <TestimonialList />}
    </ScreenContent>
  )
}
