/** Looks for something by GET, so that what was found has an address. */
export function Search(props: {
  action: string;
  label: string;
  value: string;
  hidden?: Record<string, string>;
}) {
  return (
    <search>
      <form class="search" method="get" action={props.action}>
        {Object.entries(props.hidden ?? {}).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label class="unseen" for="f-q">
          {props.label}
        </label>
        <input id="f-q" name="q" type="search" placeholder={props.label} value={props.value} />
        <button type="submit" class="button quiet">
          Search
        </button>
      </form>
    </search>
  );
}
