/* bcryptprimitives.dll, which Windows has and Wine 8 lacks: the one function of it that cryptography calls. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG size); /* RtlGenRandom, of advapi32 */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
    return SystemFunction036(data, (ULONG)size);
}
