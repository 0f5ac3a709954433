/** The placeholder of a loading product grid. Shown after 150 ms, so that fast loads don't flicker. */
export function GridSkeleton() {
  return (
    <div className="grid animate-[appear_0s_150ms_both] gap-5 md:grid-cols-2" role="status" aria-label="正在加载产品">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="card p-6">
          <div className="flex gap-4">
            <div className="skeleton size-12" />
            <div className="flex-1">
              <div className="skeleton h-6 w-1/2" />
              <div className="skeleton mt-2 h-4 w-2/3" />
            </div>
          </div>
          <div className="skeleton mt-5 h-5 w-4/5" />
          <div className="skeleton mt-4 h-4 w-full" />
          <div className="skeleton mt-3 h-4 w-3/4" />
          <div className="skeleton mt-6 h-10 w-full" />
        </div>
      ))}
    </div>
  )
}
