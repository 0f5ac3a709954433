import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { ALL } from '#contracts/vocabulary.ts'

/** The product editors, before the product. */
const EDITORS = { agent: '/admin/product-detail', ai: '/admin/ai-product-detail' }
/** A URL of every screen of the back office and of each of its views. */
export const ADMIN_URLS = [
  ...[ADMIN_PAGES.dashboard, ADMIN_PAGES.home, ADMIN_PAGES.community, `${ADMIN_PAGES.community}?mode=qr-codes`],
  ...[ADMIN_PAGES.selection, ADMIN_PAGES.products, ADMIN_PAGES.ai, ADMIN_PAGES.evaluation, ADMIN_PAGES.submit],
  ...[ADMIN_PAGES.audit, ADMIN_PAGES.account, ADMIN_PAGES.analytics, ADMIN_PAGES.leads, ADMIN_PAGES.users],
  ...['', '?month=2026-11'].map((query) => ADMIN_PAGES.calendar + query),
  ...['', '?kind=screenshot', '?unused=true'].map((query) => ADMIN_PAGES.media + query),
  ...[ADMIN_PAGES.inbox, `${ADMIN_PAGES.inbox}?status=${encodeURIComponent(ALL)}`],
  ...[ADMIN_PAGES.reviews, `${ADMIN_PAGES.reviews}?view=questions`, `${ADMIN_PAGES.reviews}?view=documents`],
  ...['', '?view=statements', '?publish=choose'].map((query) => ADMIN_PAGES.publishedEvaluations + query),
  ...['', '?view=organisations'].map((query) => ADMIN_PAGES.vendorOrganisations + query),
  ...['', '?view=unknown', '?view=disputed', '?fact=agent:license:n8n'].map((query) => ADMIN_PAGES.facts + query),
  ...['', '?attribute=license', '?attribute=%2B'].map((query) => ADMIN_PAGES.attributes + query),
  ...[ADMIN_PAGES.events, ADMIN_PAGES.questionBanks, ADMIN_PAGES.keys, ADMIN_PAGES.signIn],
  ...['', '?tab=security', '?tab=notifications', '?tab=content', '?tab=operations', '?tab=pages', '?tab=system'].map(
    (tab) => ADMIN_PAGES.settings + tab,
  ),
  ...['home', 'unknown'].map((kind) => fillPath(ADMIN_PAGES.content, { kind })),
  ...[ADMIN_PAGES.submissions, ADMIN_PAGES.submissionReview],
  ...[ADMIN_PAGES.agentProducts, `${ADMIN_PAGES.agentProducts}?view=recycled`, ADMIN_PAGES.aiProducts],
  ...['smtp', 'recipients', 'templates', 'outbox'].map((tab) => `${ADMIN_PAGES.mail}?tab=${tab}`),
  ...[`${EDITORS.agent}/new`, `${EDITORS.ai}/sample-fpsb`, `${EDITORS.agent}/n8n?part=facts`],
]
