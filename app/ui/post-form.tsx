import type { FormMetadata } from "@conform-to/react";
import { createContext, type FormEventHandler, type ReactNode, useContext } from "react";
import { Form } from "react-router";
import { FormBusy } from "./form-busy.tsx";
import { useOnItsWay } from "./on-its-way.ts";
import { useSendAddress } from "./send-address.ts";

type PostFormProps = {
  /** From `useSchemaForm`; forms without fields to check (sign out, archive) have none. */
  form?: FormMetadata;
  /** Of a form without one, for `DraftNotice`. */
  id?: string;
  /** Default: the page's own address. */
  action?: string;
  /** The answer replaces this page in the history (with scripts). */
  replace?: boolean;
  /** Always a full load: towards pages without scripts, such as after signing out. */
  reload?: boolean;
  /** It carries files. */
  files?: boolean;
  /** For a script of the form's own, which may send it in its way. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** What every form below this also holds. */
export const PostFormExtra = createContext<ReactNode>(null);

/** A form that writes. There is no way to forget `method="post"`. */
export function PostForm(props: PostFormProps) {
  const { form, id, action, replace = false, reload = false, files = false, onSubmit, children } = props;
  const busy = useOnItsWay(action);
  return (
    <Form
      {...(form === undefined ? { id } : { id: form.id, onSubmit: form.onSubmit, noValidate: form.noValidate })}
      method="post"
      discover="none"
      {...(onSubmit === undefined ? {} : { onSubmit })}
      {...(files ? { encType: "multipart/form-data" } : {})}
      action={useSendAddress(action)}
      replace={replace}
      reloadDocument={reload}
      // What a refused form stands on is as it is now, as without scripts.
      defaultShouldRevalidate
    >
      <FormBusy value={busy}>{children}</FormBusy>
      {useContext(PostFormExtra)}
    </Form>
  );
}
