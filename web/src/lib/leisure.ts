/** When the page has nothing better to do: for what is nice to see and keeps nobody waiting. */
export const atLeisure = (): Promise<void> =>
  new Promise((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: 2000 })
    else setTimeout(done, 200)
  })
