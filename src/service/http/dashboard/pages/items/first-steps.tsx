/** Three ways to begin, for an account without feeds. */
export function FirstSteps() {
  return (
    <section class="stack" aria-labelledby="first-steps">
      <h2 id="first-steps">Three ways to begin</h2>
      <div class="columns first-steps">
        <div class="card">
          <h3>Follow a website</h3>
          <p>
            Enter the address of a page or a feed. A page without a feed is turned into one, and you
            see its items before you create it.
          </p>
          <p>
            <a class="button primary" href="feeds/new">
              Add a feed
            </a>
          </p>
        </div>
        <div class="card">
          <h3>Follow the news</h3>
          <p>Enter a keyword or a headline. The feed finds new articles about it.</p>
          <p>
            <a class="button quiet" href="feeds/new#news">
              Search the news
            </a>
          </p>
        </div>
        <div class="card">
          <h3>Bring your feeds</h3>
          <p>
            Export your subscriptions from another reader as OPML, and import the file. You see what
            it changes before anything is changed.
          </p>
          <p>
            <a class="button quiet" href="transfer">
              Import a file
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
