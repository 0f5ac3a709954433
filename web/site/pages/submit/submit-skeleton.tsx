import { SITE_MESSAGES } from '#contracts/messages/site.ts'

/** The placeholder of the submission page while its content is loading. */
export function SubmitSkeleton() {
  return (
    <div className="shell animate-[appear_0s_150ms_both] py-12" role="status">
      <p className="text-sm text-muted">{SITE_MESSAGES.submitPageLoading}</p>
      <div className="skeleton mt-3 h-10 w-2/5" />
      <div className="skeleton mt-4 h-5 w-3/5" />
      <div className="mt-12 grid gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="card grid gap-6 p-6 md:grid-cols-2 md:p-8">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <div key={key}>
              <div className="skeleton h-4 w-1/4" />
              <div className="skeleton mt-3 h-11 w-full" />
            </div>
          ))}
        </div>
        <div className="skeleton h-40" />
      </div>
    </div>
  )
}
