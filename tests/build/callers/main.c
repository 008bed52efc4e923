// SPDX-License-Identifier: MIT
void callers(void);

int main(void)
{
	callers();
	return 0;
}
