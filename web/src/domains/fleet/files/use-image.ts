import { downloadFile, type ProjectFile } from "@heliograph/contract/fleet/files";
import { useQuery } from "@tanstack/react-query";
import { download } from "../../../platform/download.ts";

/** What showing an image takes. */
export type ImageFile = Pick<ProjectFile, "file_uid" | "name" | "size_bytes">;

/**
 * Images beyond this are fetched only to be looked at, not for a thumbnail: the server keeps the originals and no
 * smaller ones, and a page of them must not cost a phone its month.
 */
const THUMBNAIL_BYTES = 3 * 1024 * 1024;

/** True for images that are small enough to be their own thumbnail. */
export const isThumbnail = ({ size_bytes }: ImageFile): boolean => size_bytes <= THUMBNAIL_BYTES;

/** An image that only callers with a token are given; asked for once `wanted`. */
export function useImage(file_uid: string, wanted: boolean) {
  return useQuery({
    queryKey: [downloadFile.name, file_uid] as const,
    queryFn: ({ signal }) => download(downloadFile, { query: { file_uid } }, signal),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
