/** The placeholder of a loading page. Shown after 150 ms, so that fast loads don't flicker. */
export function PageSkeleton() {
  return (
    <div className="shell animate-[appear_0s_150ms_both] py-12" role="status" aria-label="正在加载">
      <div className="skeleton h-10 w-2/5" />
      <div className="skeleton mt-4 h-5 w-3/5" />
      <div className="mt-10 grid gap-5 md:grid-cols-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="card p-6">
            <div className="skeleton h-6 w-1/2" />
            <div className="skeleton mt-4 h-4 w-full" />
            <div className="skeleton mt-2 h-4 w-4/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
